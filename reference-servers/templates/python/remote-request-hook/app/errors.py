"""The bodies of failed requests, as this contract defines them."""

from .models import HookError, HookErrorDetail


def refusal(path: str, problems: list[str]) -> HookError:
    """The request cannot be accepted as it is."""
    return HookError(error=HookErrorDetail(message="The request cannot be accepted.", details={"problems": problems}))


def failure(path: str, problem: str) -> HookError:
    """The request was acceptable, but the server failed."""
    return HookError(error=HookErrorDetail(message=problem))
