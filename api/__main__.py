"""``python -m api`` runs the service."""

import sys

try:
    from api.server import main
except ModuleNotFoundError as missing:
    if (missing.name or "").partition(".")[0] in ("api", "scorer"):
        raise
    sys.exit(
        f"carcassonne-referee: The service needs “{missing.name}”, which is not installed. "
        "Install it with: pip install 'carcassonne-referee[service]'"
    )

main()
