import type { Check } from './check.ts'
import { checkApiTokens } from './checks/api-tokens.ts'
import { checkBackup } from './checks/backup.ts'
import { checkClock } from './checks/clock.ts'
import { checkDatabase } from './checks/database.ts'
import { checkDisk } from './checks/disk.ts'
import { checkFilePermissions } from './checks/file-permissions.ts'
import { checkFailedMails, checkWaitingMails } from './checks/mails.ts'
import { checkMailServer } from './checks/network/mail-server.ts'
import { checkPrivateCalendars } from './checks/network/private-calendars.ts'
import { checkProxy } from './checks/network/proxy.ts'
import { checkSingleSignOn } from './checks/network/single-sign-on.ts'
import { checkStun, checkTurn } from './checks/network/stun-turn.ts'
import { checkCertificate } from './checks/network/tls.ts'
import { checkPostgresExtensions } from './checks/postgres-extensions.ts'
import { checkProcesses } from './checks/processes.ts'
import { checkSettings } from './checks/settings.ts'
import { checkVersion } from './checks/version.ts'
import { checkWebhooks } from './checks/webhooks.ts'

const database = ['DATABASE_URL', 'DATA_DIR']
const oidc = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET', 'OIDC_ONLY']
const address = ['APP_URL', 'HOST', 'PORT']

/** The checks that the server and `npm run doctor` share. */
export const checks: readonly Check[] = [
  { check: 'settings', needs: [], run: checkSettings },
  { check: 'version', needs: [], run: checkVersion },
  { check: 'database', needs: database, run: checkDatabase },
  { check: 'extensions', needs: database, run: checkPostgresExtensions },
  { check: 'disk', needs: ['DATA_DIR', 'BACKUP_DIR'], run: checkDisk },
  { check: 'files', needs: ['DATA_DIR', 'BACKUP_DIR'], run: checkFilePermissions },
  { check: 'clock', needs: database, run: checkClock },
  { check: 'mail-server', needs: ['SMTP_URL', 'MAIL_FROM'], run: checkMailServer },
  { check: 'mails-waiting', needs: database, run: checkWaitingMails },
  { check: 'mails-failed', needs: database, run: checkFailedMails },
  { check: 'webhooks', needs: database, run: checkWebhooks },
  { check: 'api-tokens', needs: database, run: checkApiTokens },
  { check: 'single-sign-on', needs: oidc, run: checkSingleSignOn },
  { check: 'private-calendars', needs: database, run: checkPrivateCalendars },
  { check: 'stun', needs: ['ICE_SERVERS'], run: checkStun },
  { check: 'turn', needs: ['ICE_SERVERS', 'TURN_URL', 'TURN_SECRET'], run: checkTurn },
  { check: 'backup', needs: [...database, 'BACKUP_DIR', 'BACKUP_KEY'], run: checkBackup },
  { check: 'processes', needs: database, run: checkProcesses },
  { check: 'tls', needs: address, run: checkCertificate },
]

/** Requests the server from outside. The server itself sees how its requests arrive. */
export const externalProxyCheck: Check = {
  check: 'proxy',
  needs: [...address, 'TRUST_PROXY'],
  run: checkProxy,
}
