"""All settings, from the environment (see `env.py` for what is required where)."""

from __future__ import annotations

from datetime import timedelta

from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _

from nauticus_site import env as site
from nauticus_site.env import BASE_DIR, PRODUCTION, VAR, env
from ops.logs import logging_config

PROFILE = site.profile()
DEBUG = site.debug()
SECRET_KEY = site.secret_key()
# Sign the links of mails that act without a log-in: the first signs, all are believed.
LINK_KEYS = site.link_keys(SECRET_KEY)
ALLOWED_HOSTS = site.allowed_hosts()
SITE_URL = site.site_url()
SITE_NAME = "Nauticus"
VAR_DIR = VAR

# The demonstration site: accounts anyone on this machine may switch between.
DEMO = env.bool("DEMO", False) and not PRODUCTION
DEMO_FILLERS = ["accounts.demo.fill", "games.demo.fill.fill", "games.demo.news.fill"]

# --- applications -------------------------------------------------------------------------

INSTALLED_APPS = [
    "daphne",  # first: `runserver` then serves sockets too
    "ops.admin_config.HarbourAdminConfig",  # Django's admin with our own site object
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "channels",
    "django_htmx",
    "template_partials",
    "csp",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "ops",
    "outbox",
    "mail",
    "accounts",
    "notices",
    "games",
    "ladder",
    "tournaments",
    "pages",
]

# Few on purpose: under ASGI each old-style middleware costs two thread hops.
MIDDLEWARE = [
    "ops.middleware.request_context",
    "ops.middleware.security_headers",
    "ops.input.sound_input",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.middleware.preferences",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
]

ROOT_URLCONF = "nauticus_site.urls"
ASGI_APPLICATION = "nauticus_site.asgi.application"
WSGI_APPLICATION = "nauticus_site.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "pages.context.site",
            ],
            "builtins": [
                "django.templatetags.i18n",
                "django.templatetags.static",
                "ops.templatetags.dates",
            ],
        },
    }
]

# --- data ---------------------------------------------------------------------------------

DATABASE_URL = site.database_url()
DATABASES = {"default": env.dj_db_url("DATABASE_URL", DATABASE_URL)}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL;PRAGMA synchronous=NORMAL;"
        "PRAGMA mmap_size=134217728;PRAGMA cache_size=-20000;",
    }
elif env.int("DATABASE_POOL", 10):
    # A pool, never CONN_MAX_AGE: under ASGI persistent connections leak, one per thread.
    # Options from the URL (sslmode, …) stay.
    DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {
        "min_size": 1,
        "max_size": env.int("DATABASE_POOL", 10),
        "timeout": 10,
    }
    # Asked before it is handed out, by an empty query: after a restart of the database every
    # connection the pool still holds would otherwise fail one request.
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = site.redis_url()
CACHES = {
    "default": {
        "BACKEND": "ops.cache.ResilientRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "nauticus",
    }
}
CHANNEL_LAYERS = {
    "default": {
        # The pub/sub layer: the core layer loses sockets past redis-py's pool limit of 100.
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL]},
    }
}

# --- background work ----------------------------------------------------------------------

CELERY_BROKER_URL = site.celery_broker(REDIS_URL)
CELERY_TASK_IGNORE_RESULT = True
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_DEFAULT_QUEUE = "fast"
CELERY_TASK_PUBLISH_RETRY = False  # effects wait in the outbox, never in a web request
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 2,
    "socket_timeout": 10,
    # Who sends a message while Redis is away is told at once: by default Celery waits 6 s.
    "max_retries": 1,
    "interval_start": 0,
    "interval_step": 0,
    "interval_max": 0,
}
CELERY_TIMEZONE = "UTC"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULE_FILENAME = str(VAR / "beat-schedule")
CELERY_WORKER_CONSUMER = "ops.reconnect:Consumer"
CELERY_BEAT_SCHEDULER = "ops.steady:SteadyScheduler"
CELERY_WORKER_PREFETCH_MULTIPLIER = 1  # what a worker holds ready is lost when it is killed
# However long Redis is away, a worker waits for it.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
OUTBOX_SWEEP_SECONDS = env.float("OUTBOX_SWEEP_SECONDS", 2.0)
OUTBOX_QUEUED_SECONDS = env.float("OUTBOX_QUEUED_SECONDS", 30.0)
OUTBOX_LEASE_SECONDS = env.float("OUTBOX_LEASE_SECONDS", 30.0)
OUTBOX_SHORT_LEASE_SECONDS = env.float("OUTBOX_SHORT_LEASE_SECONDS", 4.0)
CELERY_BEAT_SCHEDULE = {
    "outbox-prune": {"task": "outbox.tasks.prune", "schedule": crontab(hour=4, minute=10)},
    "mail-prune": {"task": "mail.tasks.prune", "schedule": crontab(hour=4, minute=25)},
    "accounts-housekeeping": {
        "task": "accounts.tasks.housekeeping",
        "schedule": crontab(minute=20),
    },
    "games-sweep": {"task": "games.tasks.sweep", "schedule": 30.0},
    "notices-sweep": {"task": "notices.tasks.sweep", "schedule": 5.0},
    "notices-prune": {"task": "notices.tasks.prune", "schedule": crontab(hour=4, minute=40)},
}

# Effects of the outbox: kind → dotted path of the function that carries it out.
OUTBOX_HANDLERS = {
    "mail": "mail.services.deliver",
    "bot-turn": "games.services.play.bots.wake",
    "standing-plan": "games.services.play.plans.wake",
    "data-export": "accounts.exports.build",
    "invitation": "games.services.tables.invite.deliver",
    "notice": "notices.services.deliver.deliver",
}
# Kinds that take a moment, that somebody waits for and that are harmless when done twice: when
# their worker is killed, another may soon take them.
OUTBOX_SHORT_WORK = {"bot-turn", "standing-plan"}

# --- mail ---------------------------------------------------------------------------------

EMAIL_URL = site.email_url()
LOCAL_INBOX = EMAIL_URL.startswith("local:")
if LOCAL_INBOX:
    EMAIL_BACKEND = "mail.backends.LocalInbox"
    LOCAL_INBOX_SECONDS = float(EMAIL_URL.partition("?seconds=")[2] or 0)
else:
    globals().update(env.dj_email_url("EMAIL_URL", EMAIL_URL))
    EMAIL_TIMEOUT = 20
DEFAULT_FROM_EMAIL = site.mail_address("MAIL_FROM", "Nauticus <harbour@nauticus.example>")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
CONTACT_EMAIL = site.mail_address("CONTACT_EMAIL", "harbour@nauticus.example")
# Undeliverable mail returns to signed addresses there; empty: to MAIL_FROM, and nobody counts.
MAIL_BOUNCE_DOMAIN = site.mail_bounce_domain()
# Signs what a mail provider reports at /mail/events/; empty closes it.
MAIL_EVENTS_KEY = site.mail_events_key()
# Notification mails a minute to one recipient domain; 0: as many as there are.
MAIL_PER_PROVIDER = env.int("MAIL_PER_PROVIDER", 60)
# Called with the address and the reason (`bounced`, `complained`), in the transaction that stops
# notification mail to it.
MAIL_CHANNEL_OFF: list[str] = ["notices.people.mail_off"]

# --- notices ------------------------------------------------------------------------------

# The key by which push services know the site (`manage.py vapid_keys`); without one, no push.
VAPID_PRIVATE_KEY, VAPID_PUBLIC_KEY = site.vapid_keys()
VAPID_SUBJECT = site.vapid_subject(CONTACT_EMAIL)
# Ways to reach a player: name → module with `send(effect, user, news)` (docs/adding-a-channel.md).
NOTICE_CHANNELS = {
    "mail": "notices.channels.mail",
    **({"push": "notices.channels.push"} if VAPID_PRIVATE_KEY else {}),
    "webhook": "notices.channels.webhook",
}
# Channels that wait for foreign servers keep out of the way of bots and plans.
NOTICE_LANES = {"mail": "slow", "push": "slow", "webhook": "slow"}
# What `/metrics` shows beside requests, tasks and the outbox: classes like `DatabaseCollector`.
METRIC_COLLECTORS = ["notices.metrics.DeliveriesCollector"]
# Called after the commit with the ids of players who have something new under their bell.
NOTICE_TOLD = ["games.news.bell.told"]

# --- accounts -----------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
# One backend, which hashes once: the time must not tell who has an account.
AUTHENTICATION_BACKENDS = ["accounts.backends.PlayerBackend"]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.ScryptPasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
GUEST_LIFETIME = timedelta(days=14)  # after the last visit
UNCONFIRMED_LIFETIME = timedelta(days=14)  # a sign-up whose address was never confirmed
DELETION_GRACE = timedelta(days=7)
RETIRED_NAME_LIFETIME = timedelta(days=365)
LAST_SEEN_EVERY = timedelta(minutes=5)
# Addresses where a visit is no sign of life: programs open the links of mails by themselves.
UNSEEN_PATHS = ("/go/",)

# Proof of work at sign-up: each bit doubles the browser's effort (18 ≈ one second).
POW_BITS = env.int("POW_BITS", 18)
POW_LIFETIME = timedelta(hours=2)
SIGNUP_MIN_SECONDS = env.float("SIGNUP_MIN_SECONDS", 2.0)

# What somebody may do how often: "amount/period/per", per = ip, user or all.
RATE_LIMITS = {
    "guest": "10/h/ip,30/d/ip,2000/h/all",
    "upgrade": "20/h/ip",
    "pow_question": "5/h/ip,100/h/all",
    "friends": "30/h/user",
    "preferences": "60/h/user",
    "test_notice": "5/h/user",
    "addresses": "30/h/user",
    "push_renew": "30/h/ip",
    "unsubscribe": "600/m/ip",
    "calendar": "600/m/ip",  # the servers of a calendar service ask for many people
    "feed": "240/m/ip",
    "export": "5/d/user",
    "download": "30/h/user",
    "delete": "10/h/user",
    "cancel_deletion": "30/h/ip",
    "session_end": "60/h/user",
    "demo": "120/m/ip",
    "play_now": "40/h/user",
    "table": "240/h/user",
    "invite": "30/h/user,80/d/user",
    "talk": "20/m/user,300/h/user",
    "report": "20/h/user",
    "picture": "60/h/ip,120/h/user",
    "notes": "60/m/user,900/h/user",
    # Reading: far above what anyone looks at, below what a copying machine wants.
    "look_back": "600/m/user",
    "why": "240/m/user",
    # Links of mails, which scanners of mail servers open too, all at once.
    "go": "240/m/ip",
}

# Later apps add to these lists by dotted path; each entry is called with the player.
DATA_EXPORT_LIFETIME = timedelta(days=7)
DATA_EXPORT_SECTIONS = [  # (user) -> JSON value, in this order; the name is the key
    ("profile", "accounts.sections.profile"),
    ("preferences", "accounts.sections.preferences"),
    ("addresses", "accounts.sections.addresses"),
    ("sessions", "accounts.sections.sessions"),
    ("security", "accounts.sections.security"),
    ("friends", "accounts.sections.friends"),
    ("notifications", "notices.hooks.notifications"),
    ("mails", "accounts.sections.mails"),
    ("matches", "games.hooks.matches"),
    ("talk", "games.hooks.messages"),
    ("notes", "games.hooks.notes"),
]
ANONYMISE_STEPS = [  # (user) -> None, inside the transaction that removes the identity
    "games.hooks.leave_matches",
    "accounts.steps.close_row",
    "games.hooks.forget_company",
    "notices.hooks.forget",
    "accounts.steps.forget_mails",  # before the addresses by which they are found
    "accounts.steps.forget_addresses",
    "accounts.steps.forget_security",
    "accounts.steps.forget_sessions",
    "accounts.steps.forget_people",
    "accounts.steps.forget_exports",
    "accounts.steps.forget_admin_log",
]
# Called with the request, in its transaction, when somebody asks to be friends.
FRIEND_ASKED = ["notices.people.friend_asked"]
GUEST_KEEPERS = ["games.hooks.keep_players"]  # (set of user ids) -> those of them still needed

# --- matches ------------------------------------------------------------------------------

# Entry gates of a table: name → function(match, user, value) that raises to refuse.
ENTRY_GATES: dict[str, str] = {}
# Who deals instead of a table's own secret (events that share deals): name, one word →
# function(match, nonces) that answers the seed, 32 hex digits.
SEED_SOURCES: dict[str, str] = {"lesson": "games.services.tables.deals.of_lesson"}
# Called with the match and the seats whose turn has just come, people's and computers', in the
# transaction that brings it (mails).
TURN_CALLED: list[str] = []
# Called with the match, in the transaction that ends it (ratings, tournaments).
MATCH_FINISHED: list[str] = []

# --- pages --------------------------------------------------------------------------------

# Places that apps above fill: slot → functions(thing, viewer), in order (see `ops.slots`).
PAGE_SLOTS: dict[str, list[str]] = {
    "charter": [],  # (match, viewer) -> list[Term], of a table
    "result": [],  # (match, viewer) -> template and context, or text; of a finished match
    "profile": [],  # (player, viewer) -> the same
    "profile_matches": ["games.hooks.profile_matches"],  # (player, viewer) -> the same
    "home": ["notices.hooks.home"],  # (player, viewer) -> the same, for the player who is logged in
}

# --- languages and time -------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("fr", _("French"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["nauticus_site.formats"]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_SAMESITE = "Lax"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- static files -------------------------------------------------------------------------

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = VAR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if PRODUCTION
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not PRODUCTION
WHITENOISE_AUTOREFRESH = not PRODUCTION
WHITENOISE_ALLOW_ALL_ORIGINS = False

# --- security -----------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_AGE = 60 * 24 * 3600
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_FAILURE_VIEW = "pages.errors.csrf_failure"
CSRF_TRUSTED_ORIGINS = [SITE_URL]
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000
MAX_BODY_BYTES = 2_000_000  # of a whole request, files included; nothing here uploads more
DATA_UPLOAD_MAX_NUMBER_FIELDS = 400
if PRODUCTION:
    SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", True)
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_HSTS_SECONDS = env.int("SECURE_HSTS_SECONDS", 365 * 24 * 3600)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = True
    SECURE_HSTS_PRELOAD = True
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    LANGUAGE_COOKIE_SECURE = True

ADMIN_PATH = site.admin_path()
# How many proxies stand in front and may be believed about X-Forwarded-For and X-Request-ID.
TRUSTED_PROXIES = site.trusted_proxies()
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES

# --- logs and metrics ---------------------------------------------------------------------

LOGGING = logging_config(json=PRODUCTION, level=site.log_level())
METRICS_TOKEN = site.metrics_token()

# --- django-allauth -----------------------------------------------------------------------

ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email*", "password1*"]
ACCOUNT_FORMS = {
    "login": "accounts.forms.entrance.LoginForm",
    "signup": "accounts.forms.entrance.SignupForm",
    "reset_password": "accounts.forms.entrance.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.entrance.ResetPasswordKeyForm",
    "reauthenticate": "accounts.forms.entrance.ReauthenticateForm",
    "add_email": "accounts.forms.manage.ChangeAddressForm",
    "change_password": "accounts.forms.manage.ChangePasswordForm",
    "set_password": "accounts.forms.manage.SetPasswordForm",
}
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_CONFIRMATION_EXPIRE_DAYS = 3
ACCOUNT_LOGIN_ON_EMAIL_CONFIRMATION = True  # only in the browser that signed up
ACCOUNT_EMAIL_CONFIRMATION_ANONYMOUS_REDIRECT_URL = "account_login"
# Strictly: an address somebody only claimed is still free for its owner to sign up with.
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False  # this session stays, all others end
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 15 * 60
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_UNIQUE_EMAIL = True
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_USER_DISPLAY = "accounts.selectors.display_name"
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if PRODUCTION else "http"
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "10/m/ip,60/h/ip,5/5m/key",
    "signup": "10/m/ip,40/h/ip",
    "reset_password": "10/m/ip,40/h/ip,3/h/key",
    "reset_password_from_key": "20/m/ip",
    "confirm_email": "1/3m/key",
    "manage_email": "10/m/user",
    "change_password": "5/m/user",
    "reauthenticate": "10/m/user",
}
MFA_ADAPTER = "accounts.adapter.MFAAdapter"
MFA_FORMS = {
    "authenticate": "accounts.forms.mfa.AuthenticateForm",
    "reauthenticate": "accounts.forms.mfa.ReauthenticateForm",
    "activate_totp": "accounts.forms.mfa.ActivateTOTPForm",
    "add_webauthn": "accounts.forms.mfa.AddKeyForm",
    "edit_webauthn": "accounts.forms.mfa.EditKeyForm",
    "login_webauthn": "accounts.forms.mfa.LoginKeyForm",
    "authenticate_webauthn": "accounts.forms.mfa.AuthenticateKeyForm",
    "reauthenticate_webauthn": "accounts.forms.mfa.ReauthenticateKeyForm",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_TOTP_ISSUER = SITE_NAME
MFA_WEBAUTHN_ALLOW_INSECURE_ORIGIN = not PRODUCTION
USERSESSIONS_TRACK_ACTIVITY = False  # accounts.middleware does, every few minutes
