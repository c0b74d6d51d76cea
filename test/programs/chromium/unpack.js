import { mkdirSync } from 'node:fs'
import { join } from 'node:path'

// It unpacks into the folder for temporary files, and NSS, which a bare Linux lacks, on Lambda alone.
const folder = join(import.meta.dirname, 'node_modules/.chromium')
mkdirSync(folder, { recursive: true })
process.env.TMPDIR = folder
process.env.AWS_EXECUTION_ENV = 'AWS_Lambda_nodejs24.x'
const { default: chromium } = await import('@sparticuz/chromium')
await chromium.executablePath()
