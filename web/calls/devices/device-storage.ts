import { z } from 'zod'

/** Some browsers give a device another id each time; it is then known by its name. */
const Device = z.object({ id: z.string(), name: z.string() })
export type Device = z.infer<typeof Device>

const Devices = z.object({
  camera: Device.optional(),
  microphone: Device.optional(),
  speaker: Device.optional(),
})
export type Devices = z.infer<typeof Devices>

const InCall = z.object({
  calling: z.boolean(),
  sharing: z.boolean(),
  /** When the call began, in ms since 1970; null before. */
  since: z.number().nullable(),
})
export type InCall = z.infer<typeof InCall>

/** Reads an entry of browser storage; what is blocked, missing or something else is null. */
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
    // Blocked or full: it is then chosen again the next time.
  }
}

const devicesKey = 'call-devices'
const callKey = (room: string) => `call ${room}`

/** The camera, microphone and speaker that were chosen in this browser. */
export function rememberedDevices(): Devices {
  return read(() => localStorage, devicesKey, Devices) ?? {}
}

/** Keeps the choice for the next call in this browser. */
export function rememberDevices(devices: Devices): void {
  write(() => localStorage, devicesKey, devices)
}

export const notInCall: InCall = { calling: false, sharing: false, since: null }

/** How far somebody was in a room before this tab was reloaded. */
export function rememberedCall(room: string): InCall {
  return read(() => sessionStorage, callKey(room), InCall) ?? notInCall
}

/** Keeps that for this tab alone: another one of the same person is not in the call. */
export function rememberCall(room: string, inCall: InCall): void {
  write(() => sessionStorage, callKey(room), inCall)
}
