import { version } from '#server/kit/ops/version.ts'
import { fine, type Look } from '../looking.ts'

/** Which version this is, and what it runs on. */
export const lookAtVersion: Look = async () =>
  fine(`Weekward ${version} on Node ${process.versions.node}, ${process.platform} ${process.arch}.`)
