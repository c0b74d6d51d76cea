import { endCommandsWithThisProcess, startCommand } from './command.ts'

// The ports are those of vite.config.ts. Links in mails lead to the page with hot reload.
const environment = { PORT: '4000', APP_URL: 'http://localhost:5173', ...process.env }

endCommandsWithThisProcess()
const server = startCommand(process.execPath, ['--watch', 'server/main.ts'], { env: environment })
const vite = startCommand('vite', [])
await Promise.race([server.ended, vite.ended])
server.child.kill()
vite.child.kill()
