import { endCommandsWithThisProcess, startCommand } from './command.ts'

// The ports are those of vite.config.ts; links lead to the page that reloads.
const environment = { PORT: '4000', APP_URL: 'http://localhost:5173', ...process.env }

endCommandsWithThisProcess()
const server = startCommand(process.execPath, ['--watch', 'server/main.ts'], { env: environment })
const vite = startCommand('vite', [])
await Promise.race([server.ended, vite.ended])
server.child.kill()
vite.child.kill()
