import { expect, test } from 'vitest'
import { suggestNames } from './environment.ts'
import { readSettings } from './settings.ts'

test.each([
  [{ RATE_LIMITS: 'off' }, 'RATE_LIMITS is no setting and changes nothing: is RATE_LIMIT meant?'],
  [
    { TRUST_PROXIES: '::1' },
    'TRUST_PROXIES is no setting and changes nothing: is TRUST_PROXY meant?',
  ],
  [{ MAILFROM: 'a@b.test' }, 'MAILFROM is no setting and changes nothing: is MAIL_FROM meant?'],
  [{ SMTP_ULR: 'smtp://x' }, 'SMTP_ULR is no setting and changes nothing: is SMTP_URL meant?'],
  [
    { ADMIN_EMAIK: 'a@b.test' },
    'ADMIN_EMAIK is no setting and changes nothing: is ADMIN_EMAIL meant?',
  ],
  [{ app_url: 'http://a' }, 'app_url is no setting and changes nothing: is APP_URL meant?'],
  [{ PORTS: '80' }, 'PORTS is no setting and changes nothing: is PORT meant?'],
])('%o is warned of, and stops nothing', (environment, line) => {
  expect(suggestNames(environment)).toEqual([line])
  expect(readSettings(environment)).toEqual(readSettings({}))
})

test('no name is taken for a setting that others use, or that is one itself', () => {
  const others = ['PATH', 'POST', 'HOSTNAME', 'SORT', 'PGHOST', 'PGPORT', 'TZ', 'TERM', 'DATABASE']
  const more = ['HTTP_PROXY', 'no_proxy', 'npm_config_cache', 'MAIL', 'DEBUG', 'HOSTTYPE', 'GHOST']
  const used = ['PORT', 'HOST', 'TURN_URL', 'SMTP_URL', 'RATE_LIMIT', 'DATA_DIR']
  const environment = [...others, ...more, ...used].map((name) => [name, 'x'])
  expect(suggestNames(Object.fromEntries(environment))).toEqual([])
})
