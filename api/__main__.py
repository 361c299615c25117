"""``python -m api`` runs the service."""

import os
import sys

from api.settings import SettingError, workers

try:
    # gunicorn reads this one while it is imported, and cannot say what is wrong with it.
    if workers(os.environ) is None:
        os.environ.pop("WEB_CONCURRENCY", None)
except SettingError as error:
    sys.exit(f"carcassonne-referee: {error}")

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
