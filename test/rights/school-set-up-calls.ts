import { png } from '../images.ts'
import type { Input } from './describe-call.ts'

const mailServer = {
  ...({ host: '127.0.0.1', port: 1, encryption: 'starttls' } as const),
  user: 'office',
  password: 'a secret',
}
const params = (id: string) => ({ params: { id } })

/** All school settings. */
export const schoolSettings = {
  name: 'Blåklint',
  logo: png.toString('base64'),
  timeZone: 'Europe/Oslo',
  language: 'nb' as const,
  phoneNumbers: 'ten-digits' as const,
  holidays: [{ from: '2026-12-24', to: '2026-12-26', name: 'Jul' }],
  mailServer,
  mailFrom: 'office@school.test',
}

/** A mail server that does not exist, for testing. */
export const unreachableMailServer = {
  to: 'me@school.test',
  mailServer,
  mailFrom: 'office@school.test',
}

/** Public calls that need the printed set-up link, before the school is set up. */
export const setUpCalls: ReadonlyMap<string, (secret: string) => Input> = new Map<
  string,
  (secret: string) => Input
>([
  ['GET /check-set-up/:id', params],
  ['POST /set-up/:id/try-mail-server', (id) => ({ ...params(id), body: unreachableMailServer })],
  [
    'PUT /set-up/:id',
    (id) => ({
      ...params(id),
      body: {
        admin: { name: 'Ada', email: 'ada@school.test', password: 'correct horse' },
        ...schoolSettings,
      },
    }),
  ],
])
