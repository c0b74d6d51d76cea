import { freePort } from '#test/databases/postgres.ts'
import { startProvider, type TestProvider } from '#test/oidc/provider.ts'
import { test as base } from '../kit/school.ts'

/** A demo school with single sign-on, and its OpenID provider. */
export const test = base.extend<{ provider: TestProvider }>({
  // Playwright finds out what a fixture needs from the names in this pattern.
  // biome-ignore lint/correctness/noEmptyPattern: it needs nothing
  provider: async ({}, use) => {
    const provider = await startProvider()
    await use(provider)
    await provider.stop()
  },
  // The provider is told where to send the browser back to, so the port must be known.
  settings: async ({ provider }, use) =>
    use({ ...provider.environment, PORT: String(await freePort()) }),
  otherOrigins: async ({ provider }, use) => use([provider.issuer]),
})
