"""The proxy's certificate authority: made on the first start, kept private, and how to trust it on each system."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from mitmproxy.certs import CertStore

_NAME: Final = "mitmproxy"  # the name under which mitmproxy looks for it
_BITS: Final = 2048


def default_folder() -> Path:
    """Where the authority is kept, by the rules of the desktop (XDG)."""
    base = os.environ.get("XDG_DATA_HOME", "")
    root = Path(base) if Path(base).is_absolute() else Path.home() / ".local" / "share"
    return root / "printworthy" / "proxy"


def ensure_authority(folder: Path) -> Path:
    """The file with the certificate (not the key), which is made if there is none; the folder is its owner's alone."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    folder.chmod(0o700)
    if not (folder / f"{_NAME}-ca.pem").exists():
        CertStore.create_store(folder, _NAME, _BITS, organization="Printworthy", cn="Printworthy proxy")
    return folder / f"{_NAME}-ca-cert.pem"


# How to trust the certificate: system, steps.
STEPS: Final[tuple[tuple[str, str], ...]] = (
    (
        "Windows",
        "Open printworthy.cer, choose Install Certificate, Local Machine, and the store Trusted Root "
        "Certification Authorities.",
    ),
    ("macOS", "Open printworthy.pem in Keychain Access, find Printworthy proxy, and under Trust choose Always Trust."),
    (
        "Debian, Ubuntu",
        "Copy printworthy.pem to /usr/local/share/ca-certificates/printworthy.crt and run sudo update-ca-certificates.",
    ),
    ("Fedora", "Copy printworthy.pem to /etc/pki/ca-trust/source/anchors/ and run sudo update-ca-trust."),
    ("Firefox", "Settings, Privacy & Security, View Certificates, Authorities, Import; trust it to identify websites."),
    ("Chromium on Linux", "certutil -d sql:$HOME/.pki/nssdb -A -t C,, -n printworthy -i printworthy.pem"),
    ("Android", "Settings, Security, Encryption & credentials, Install a certificate, CA: printworthy.cer."),
    ("iOS", "Open printworthy.pem, install the profile in Settings, then General, About, Certificate Trust Settings."),
)
