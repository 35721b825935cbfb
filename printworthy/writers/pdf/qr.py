"""QR codes: an address goes in, a drawing comes out."""

from __future__ import annotations

from io import BytesIO

from printworthy.base.extras import need


def qr_drawing(address: str) -> bytes:
    """The code of an address as SVG; nothing for no address, or for one that is too long to be scanned from paper."""
    need("pdf", "a QR code", "segno")
    import segno

    if not address:
        return b""
    try:
        code = segno.make_qr(address, error="m", version=None)
    except segno.DataOverflowError:
        return b""
    out = BytesIO()
    code.save(out, kind="svg", border=0, scale=4, xmldecl=False)
    return out.getvalue() if int(code.version) <= 20 else b""
