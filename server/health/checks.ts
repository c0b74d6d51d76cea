import type { Check } from './check.ts'
import { checkBackup } from './checks/backup.ts'
import { checkClock } from './checks/clock.ts'
import { checkDatabase } from './checks/database.ts'
import { checkDisk } from './checks/disk.ts'
import { checkExtensions } from './checks/extensions.ts'
import { checkFiles } from './checks/files.ts'
import { checkFailedMails, checkWaitingMails } from './checks/mails.ts'
import { checkStun, checkTurn } from './checks/network/calls.ts'
import { checkMailServer } from './checks/network/mail-server.ts'
import { checkProxy } from './checks/network/proxy.ts'
import { checkCertificate } from './checks/network/tls.ts'
import { checkProcesses } from './checks/processes.ts'
import { checkSettings } from './checks/settings.ts'
import { checkVersion } from './checks/version.ts'

const database = ['DATABASE_URL', 'DATA_DIR']
const address = ['APP_URL', 'HOST', 'PORT']

/** What the server and `npm run doctor` look at alike. */
export const checks: readonly Check[] = [
  { check: 'settings', needs: [], look: checkSettings },
  { check: 'version', needs: [], look: checkVersion },
  { check: 'database', needs: database, look: checkDatabase },
  { check: 'extensions', needs: database, look: checkExtensions },
  { check: 'disk', needs: ['DATA_DIR', 'BACKUP_DIR'], look: checkDisk },
  { check: 'files', needs: ['DATA_DIR', 'BACKUP_DIR'], look: checkFiles },
  { check: 'clock', needs: database, look: checkClock },
  { check: 'mail-server', needs: ['SMTP_URL', 'MAIL_FROM'], look: checkMailServer },
  { check: 'mails-waiting', needs: database, look: checkWaitingMails },
  { check: 'mails-failed', needs: database, look: checkFailedMails },
  { check: 'stun', needs: ['ICE_SERVERS'], look: checkStun },
  { check: 'turn', needs: ['ICE_SERVERS', 'TURN_URL', 'TURN_SECRET'], look: checkTurn },
  { check: 'backup', needs: [...database, 'BACKUP_DIR', 'BACKUP_KEY'], look: checkBackup },
  { check: 'processes', needs: database, look: checkProcesses },
  { check: 'tls', needs: address, look: checkCertificate },
]

/** Asks the server from outside; the server itself sees how it is asked. */
export const proxyFromOutside: Check = {
  check: 'proxy',
  needs: [...address, 'TRUST_PROXY'],
  look: checkProxy,
}
