import { startProvider, type TestProvider } from '#test/oidc/provider.ts'
import { test as base } from '../kit/school.ts'

/** A demo school with single sign-on, and its OpenID provider. */
export const test = base.extend<{ provider: TestProvider; only: string }>({
  // Whether passwords are switched off.
  only: ['off', { option: true }],
  // Playwright finds out what a fixture needs from the names in this pattern.
  // biome-ignore lint/correctness/noEmptyPattern: it needs nothing
  provider: async ({}, use) => {
    const provider = await startProvider()
    await use(provider)
    await provider.stop()
  },
  settings: async ({ provider, only }, use) => use({ ...provider.environment, OIDC_ONLY: only }),
  otherOrigins: async ({ provider }, use) => use([provider.issuer]),
})
