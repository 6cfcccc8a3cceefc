"""Settings of the server. Each is an environment variable with the same name in upper case."""

from pathlib import Path

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class Settings(BaseSettings):
    """An empty variable counts as not set."""

    model_config = SettingsConfigDict(env_ignore_empty=True, frozen=True)

    host: str = "127.0.0.1"
    port: int = Field(default=8080, ge=0, le=65535)
    prefix: str = Field(default="{{prefix}}", pattern=r"^(/[\w.-]+)*$")
    data_folder: Path = Path("data")
    drain_seconds: int = Field(default=10, ge=0)
    parallel_tasks: int = Field(default=4, ge=1)
    caller_token: SecretStr | None = None
    cors: str | None = Field(default=None, pattern=r"^https?://[^/]+$")
    log_level: str = Field(default="INFO", pattern="^(DEBUG|INFO|WARNING|ERROR)$")
