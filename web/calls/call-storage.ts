import { z } from 'zod'
import { browserStorage, readJson, storeText, tabStorage } from '#web/kit/storage.ts'

/** Some browsers change device ids; the name identifies the device then. */
const Device = z.object({ id: z.string(), name: z.string() })
export type Device = z.infer<typeof Device>

const Devices = z.object({
  camera: Device.optional(),
  microphone: Device.optional(),
  speaker: Device.optional(),
})
export type Devices = z.infer<typeof Devices>

const CallToResume = z.object({
  calling: z.boolean(),
  sharing: z.boolean(),
  /** When the call began, in ms since 1970; null before. */
  since: z.number().nullable(),
})
export type StoredCall = z.infer<typeof CallToResume>

const devicesKey = 'call-devices'
const callKey = (room: string) => `call ${room}`

/** The camera, microphone and speaker last chosen in this browser. */
export function loadDevices(): Devices {
  return Devices.safeParse(readJson(browserStorage, devicesKey)).data ?? {}
}

/** Stores the chosen devices in this browser for later calls. */
export function saveDevices(devices: Devices): void {
  storeText(browserStorage, devicesKey, JSON.stringify(devices))
}

export const noStoredCall: StoredCall = { calling: false, sharing: false, since: null }

/** The state of a room's call before this tab was reloaded. */
export function loadStoredCall(room: string): StoredCall {
  return CallToResume.safeParse(readJson(tabStorage, callKey(room))).data ?? noStoredCall
}

/** Stored per tab: another tab of the same person is not in the call. */
export function saveStoredCall(room: string, inCall: StoredCall): void {
  storeText(tabStorage, callKey(room), JSON.stringify(inCall))
}
