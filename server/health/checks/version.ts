import { version } from '#server/kit/ops/version.ts'
import { passed, type RunCheck } from '../check.ts'

/** Which version this is, and what it runs on. */
export const checkVersion: RunCheck = async () =>
  passed(
    `Weekward ${version} on Node ${process.versions.node}, ${process.platform} ${process.arch}.`,
  )
