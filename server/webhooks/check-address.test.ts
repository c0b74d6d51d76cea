import type { LookupAddress } from 'node:dns'
import { expect, test } from 'vitest'
import { makeLookUpPublic } from '#server/kit/outbound/public-addresses.ts'
import { defaultSettings } from '#test/app.ts'
import { checkAddress } from './check-address.ts'

const context = { settings: { ...defaultSettings, webhookTestOrigin: undefined } }
const url = 'https://hooks.school.test/x'

/** Checks the address while its name leads there, or its lookup fails with a code. */
const check = (found: string | { code: string }) =>
  checkAddress(context, url, {
    lookup: makeLookUpPublic((_host, _options, done) => {
      const isThere = typeof found === 'string'
      const addresses: LookupAddress[] = isThere ? [{ address: found, family: 4 }] : []
      done(isThere ? null : Object.assign(new Error('failed'), found), addresses)
    }),
  })

test('an address whose name leads nowhere, or into a network, is returned with a warning', async () => {
  expect(await check('93.184.215.14')).toEqual({ url })
  expect(await check({ code: 'ENOTFOUND' })).toEqual({
    url,
    warning: 'There is no host of this name. Check the address.',
  })
  expect(await check({ code: 'EAI_AGAIN' })).toEqual({
    url,
    warning: 'The host name could not be looked up. Check the address.',
  })
  expect(await check('10.0.0.1')).toEqual({
    url,
    warning: 'hooks.school.test has no public address. Check the address.',
  })
})

test('an IP address needs no name', async () => {
  for (const url of ['https://93.184.215.14/x', 'https://[2606:4700::1111]/x']) {
    expect(await checkAddress(context, url)).toEqual({ url })
  }
})

test('a lookup that takes long holds up nobody', async () => {
  expect(await checkAddress(context, url, { lookup: () => {}, withinMs: 1 })).toEqual({ url })
})
