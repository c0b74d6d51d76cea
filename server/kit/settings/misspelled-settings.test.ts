import { expect, test } from 'vitest'
import { getSettingNameWarnings } from './environment.ts'
import { readSettings } from './settings.ts'

test.each([
  [
    { RATE_LIMITS: 'off' },
    'RATE_LIMITS is not a setting and has no effect. Did you mean RATE_LIMIT?',
  ],
  [
    { TRUST_PROXIES: '::1' },
    'TRUST_PROXIES is not a setting and has no effect. Did you mean TRUST_PROXY?',
  ],
  [
    { MAILFROM: 'a@b.test' },
    'MAILFROM is not a setting and has no effect. Did you mean MAIL_FROM?',
  ],
  [{ SMTP_ULR: 'smtp://x' }, 'SMTP_ULR is not a setting and has no effect. Did you mean SMTP_URL?'],
  [
    { ADMIN_EMAIK: 'a@b.test' },
    'ADMIN_EMAIK is not a setting and has no effect. Did you mean ADMIN_EMAIL?',
  ],
  [{ app_url: 'http://a' }, 'app_url is not a setting and has no effect. Did you mean APP_URL?'],
  [{ PORTS: '80' }, 'PORTS is not a setting and has no effect. Did you mean PORT?'],
])('%o is warned of, and stops nothing', (environment, line) => {
  expect(getSettingNameWarnings(environment)).toEqual([line])
  expect(readSettings(environment)).toEqual(readSettings({}))
})

test('no warning for settings themselves and for variables of other programs', () => {
  const others = ['PATH', 'POST', 'HOSTNAME', 'SORT', 'PGHOST', 'PGPORT', 'TZ', 'TERM', 'DATABASE']
  const more = ['HTTP_PROXY', 'no_proxy', 'npm_config_cache', 'MAIL', 'DEBUG', 'HOSTTYPE', 'GHOST']
  const used = ['PORT', 'HOST', 'TURN_URL', 'SMTP_URL', 'RATE_LIMIT', 'DATA_DIR']
  const environment = [...others, ...more, ...used].map((name) => [name, 'x'])
  expect(getSettingNameWarnings(Object.fromEntries(environment))).toEqual([])
})
