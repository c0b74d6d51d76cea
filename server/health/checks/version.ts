import { version } from '#server/kit/ops/version.ts'
import { passed, type RunCheck } from '../check.ts'

/** The version of Weekward, Node and the platform. */
export const checkVersion: RunCheck = async () =>
  passed(
    `Weekward ${version} on Node ${process.versions.node}, ${process.platform} ${process.arch}.`,
  )
