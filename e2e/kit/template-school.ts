import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FullConfig } from '@playwright/test'
import { preloadSetting, startServer, templateSetting } from './server.ts'

const cheapHashes = join(import.meta.dirname, '../../test/accounts/hash-settings.ts')

/**
 * Seeds the demo school that every test copies. Returns a function that removes it. Password hashes
 * are cheap except in `npm run test:long`.
 */
export default async function makeTemplate({ metadata }: FullConfig): Promise<() => void> {
  if (!metadata.isThorough) process.env[preloadSetting] = cheapHashes
  const folder = mkdtempSync(join(tmpdir(), 'weekward-template-'))
  const server = await startServer(folder)
  await server.stop()
  process.env[templateSetting] = folder
  return () => rmSync(folder, { recursive: true, force: true })
}
