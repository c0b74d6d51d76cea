// node scripts/run.mjs FILE: installs packages if needed, then runs FILE on the project's Node.
import { spawn } from 'node:child_process'
import { install, projectEnvironment, projectNode, root } from './install.mjs'

install()

const child = spawn(projectNode, process.argv.slice(2), {
  cwd: root,
  env: projectEnvironment,
  stdio: 'inherit',
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => child.kill(signal))
}
child.on('error', (error) => {
  process.stderr.write(`weekward: ${error.message}\n`)
  process.exit(1)
})
child.on('exit', (code, signal) => {
  if (signal === null) process.exit(code)
  process.removeAllListeners(signal)
  process.kill(process.pid, signal)
})
