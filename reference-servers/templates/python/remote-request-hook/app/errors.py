"""Bodies of the error responses in this contract."""

from .models import HookError, HookErrorDetail


def refusal(path: str, problems: list[str]) -> HookError:
    """Body for an invalid request."""
    return HookError(error=HookErrorDetail(message="The request cannot be accepted.", details={"problems": problems}))


def failure(path: str, problem: str) -> HookError:
    """Body for an error of the server."""
    return HookError(error=HookErrorDetail(message=problem))
