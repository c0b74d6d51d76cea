import type { Role } from '#contract/roles.ts'

/** A password (with a code, if they have a second factor), or the OpenID provider. */
export type SignInMethod = 'password' | 'provider' | 'provider with second factor'

export type AccountTables = {
  sessions: {
    token_hash: string
    /** By which its owner names it: the token itself is told once and its hash never. */
    id: string
    person_id: string
    created_at: number
    used_at: number
    /** As the browser names itself, and where it was when the session began. */
    user_agent: string | null
    address: string | null
    signed_in_by: SignInMethod
  }
  /**
   * Attempts at single sign-on, from the button to the session, by the hash of the secret in the
   * browser's cookie.
   */
  oidc_attempts: {
    secret_hash: string
    role: Role
    /** The screen to open afterwards; null for the login's. */
    path: string | null
    expires_at: number
    /** 'begun' while the browser is at the provider, then 'identified' or why not. */
    state:
      | 'begun'
      | 'identified'
      | 'unreachable'
      | 'cancelled'
      | 'failed'
      | 'unverified'
      | 'unknown'
    /** What the provider said, if nobody at the school has it. */
    email: string | null
    /** Who the provider says it is, and by what; null until then. */
    person_id: string | null
    signed_in_by: SignInMethod | null
  }
  api_tokens: {
    id: string
    person_id: string
    /** Unique among the person's tokens. */
    name: string
    /** A JSON array. */
    scopes: string
    token_hash: string
    last_four: string
    created_at: number
    /** Null until it is used. */
    used_at: number | null
    expires_at: number
  }
  login_failures: { id: string; email: string; address: string; failed_at: number }
  /** Where a person has signed in from, and when last: outlives the sessions. */
  known_networks: { person_id: string; network: string; signed_in_at: number }
  /**
   * The browsers that a person has signed in with, and when last: each by the hash of what its page
   * keeps, or where that is not told by what it calls itself, or 'unknown'.
   */
  known_browsers: { person_id: string; browser: string; signed_in_at: number }
  invitations: { person_id: string; secret_hash: string; expires_at: number }
  password_resets: {
    person_id: string
    secret_hash: string
    expires_at: number
    /** When it was made for whoever asked at the login; null for one that the school has made. */
    asked_at_login: number | null
  }
  /** Who has asked for a new password at a login, whether or not there is such a person. */
  forgotten_passwords: {
    id: string
    role: Role
    email: string
    /** From where, and with which call: for the audit log. */
    address: string
    request_id: string
    asked_at: number
    /** When it was looked up who that is; null until then. */
    answered_at: number | null
  }
  /** Changes of an email: asked for by its owner, and then for a week to be taken back. */
  email_changes: {
    id: string
    person_id: string
    old_email: string
    new_email: string
    /** Of the link that confirms it; once it is confirmed, of the one that takes it back. */
    secret_hash: string
    expires_at: number
    /** Null until it is confirmed. */
    changed_at: number | null
  }
  /** The password that somebody had until an email was taken back, while they have set no other. */
  ended_passwords: { person_id: string; password_hash: string }
  second_factors: {
    person_id: string
    /** The key that the authenticator app shares, in base 32: it must be readable to be of use. */
    secret: string
    /** Null while it is being set up: it counts from its first right code on. */
    confirmed_at: number | null
    /** The time step of the last code that was taken: no code is taken twice. */
    last_step: number
    created_at: number
  }
  recovery_codes: { person_id: string; code_hash: string }
  second_factor_roles: { role: Role }
  /** By which links a school that has nobody yet can be set up, by the hashes of their secrets. */
  set_up_links: { secret_hash: string; expires_at: number }
}
