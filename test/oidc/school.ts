import { expect, onTestFinished } from 'vitest'
import type { OidcSettings } from '#server/kit/settings/oidc.ts'
import { startApp } from '../app.ts'
import { openBrowser } from './browser.ts'
import { startProvider } from './provider.ts'

/** A school with single sign-on, whose clock shows the provider's time, and a browser. */
export async function startWithProvider(settings: Partial<OidcSettings> = {}) {
  const provider = await startProvider()
  onTestFinished(provider.stop)
  const app = await startApp({ oidc: { ...provider.settings, ...settings } })
  app.time.now = Date.now()
  return { app, provider, browser: openBrowser(app) }
}

export const expiredReply = {
  status: false,
  message: 'This sign-in has expired, or began in another browser. Please try again.',
}
export const failedReply = {
  status: false,
  message: 'Signing in with Keycloak did not work. Please try again, or tell your admin.',
}
export const unreachableReply = {
  status: false,
  message: 'Could not reach Keycloak. Please try again in a few minutes.',
}
export const signedInReply = { status: true, token: expect.any(String), message: 'Login success' }
