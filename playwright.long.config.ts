import base from './playwright.config.ts'

/** Proofs that take their time: lines cut for long, a real relay, several processes. */
export default {
  ...base,
  testMatch: '**/e2e/long/*.spec.ts',
  workers: 1,
  timeout: 180_000,
  projects: base.projects?.slice(0, 1),
}
