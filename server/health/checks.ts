import { lookAtBackup } from './checks/backup.ts'
import { lookAtStun, lookAtTurn } from './checks/calls.ts'
import { lookAtClock } from './checks/clock.ts'
import { lookAtDatabase } from './checks/database.ts'
import { lookAtDisk } from './checks/disk.ts'
import { lookAtExtensions } from './checks/extensions.ts'
import { lookAtFiles } from './checks/files.ts'
import { lookAtMailServer } from './checks/mail-server.ts'
import { lookAtFailedMails, lookAtWaitingMails } from './checks/mails.ts'
import { lookAtProcesses } from './checks/processes.ts'
import { lookAtProxy } from './checks/proxy.ts'
import { lookAtSettings } from './checks/settings.ts'
import { lookAtCertificate } from './checks/tls.ts'
import { lookAtVersion } from './checks/version.ts'
import type { Check } from './looking.ts'

const database = ['DATABASE_URL', 'DATA_DIR']
const address = ['APP_URL', 'HOST', 'PORT']

/** What the server and `npm run doctor` look at alike. */
export const checks: readonly Check[] = [
  { check: 'settings', needs: [], look: lookAtSettings },
  { check: 'version', needs: [], look: lookAtVersion },
  { check: 'database', needs: database, look: lookAtDatabase },
  { check: 'extensions', needs: database, look: lookAtExtensions },
  { check: 'disk', needs: ['DATA_DIR', 'BACKUP_DIR'], look: lookAtDisk },
  { check: 'files', needs: ['DATA_DIR', 'BACKUP_DIR'], look: lookAtFiles },
  { check: 'clock', needs: database, look: lookAtClock },
  { check: 'mail-server', needs: ['SMTP_URL', 'MAIL_FROM'], look: lookAtMailServer },
  { check: 'mails-waiting', needs: database, look: lookAtWaitingMails },
  { check: 'mails-failed', needs: database, look: lookAtFailedMails },
  { check: 'stun', needs: ['ICE_SERVERS'], look: lookAtStun },
  { check: 'turn', needs: ['ICE_SERVERS', 'TURN_URL', 'TURN_SECRET'], look: lookAtTurn },
  { check: 'backup', needs: [...database, 'BACKUP_DIR', 'BACKUP_KEY'], look: lookAtBackup },
  { check: 'processes', needs: database, look: lookAtProcesses },
  { check: 'tls', needs: address, look: lookAtCertificate },
]

/** Asks the server from outside; the server itself sees how it is asked. */
export const proxyFromOutside: Check = {
  check: 'proxy',
  needs: [...address, 'TRUST_PROXY'],
  look: lookAtProxy,
}
