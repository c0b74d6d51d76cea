import { version } from '#server/kit/ops/version.ts'
import { type CheckFunction, toPassedFinding } from '../check.ts'

/** The version of Weekward, Node and the platform. */
export const checkVersion: CheckFunction = async () =>
  toPassedFinding(
    `Weekward ${version} on Node ${process.versions.node}, ${process.platform} ${process.arch}.`,
  )
