"""``python -m api`` runs the service."""

from api.server import main

main()
