import { z } from 'zod'

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

/** Reads an entry of browser storage; null if it is blocked, missing or invalid. */
function read<Schema extends z.ZodType>(
  storage: () => Storage,
  key: string,
  schema: Schema,
): z.output<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(storage().getItem(key) ?? 'null')).data ?? null
  } catch {
    return null
  }
}

function write(storage: () => Storage, key: string, value: unknown): void {
  try {
    storage().setItem(key, JSON.stringify(value))
  } catch {
    // Blocked or full: the devices have to be chosen again next time.
  }
}

const devicesKey = 'call-devices'
const callKey = (room: string) => `call ${room}`

/** The camera, microphone and speaker last chosen in this browser. */
export function loadDevices(): Devices {
  return read(() => localStorage, devicesKey, Devices) ?? {}
}

/** Stores the chosen devices in this browser for later calls. */
export function saveDevices(devices: Devices): void {
  write(() => localStorage, devicesKey, devices)
}

export const noStoredCall: StoredCall = { calling: false, sharing: false, since: null }

/** The state of a room's call before this tab was reloaded. */
export function loadStoredCall(room: string): StoredCall {
  return read(() => sessionStorage, callKey(room), CallToResume) ?? noStoredCall
}

/** Stored per tab: another tab of the same person is not in the call. */
export function saveStoredCall(room: string, inCall: StoredCall): void {
  write(() => sessionStorage, callKey(room), inCall)
}
