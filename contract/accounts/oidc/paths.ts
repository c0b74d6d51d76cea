/** The calls that a browser opens: to the provider, back from it, and to sign out there. */
export const oidcPaths = {
  start: '/oidc/start',
  callback: '/oidc/callback',
  signOut: '/oidc/sign-out',
} as const

/** The query parameter of the page that the browser returns to, which then calls `finishOidc`. */
export const oidcReturnParameter = 'oidc'
