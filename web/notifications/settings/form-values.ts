import type { useForm } from '@mantine/form'
import { z } from 'zod'
import { NotificationSettings } from '#contract/notifications/delivery/settings.ts'

/** The fields' values while there are no quiet hours. */
const defaultQuietHours = { from: '22:00', to: '07:00' }

/** The notification settings as form fields; an empty text means none. */
export const NotificationFields = z
  .object({
    kinds: NotificationSettings.shape.kinds,
    isQuiet: z.boolean(),
    quietHours: z.object({ from: z.string(), to: z.string() }),
    weeklySummary: z.string(),
    timeZone: z.string(),
  })
  .transform(({ kinds, isQuiet, quietHours, weeklySummary, timeZone }) => ({
    kinds,
    quietHours: isQuiet ? quietHours : null,
    weeklySummary: weeklySummary === '' ? null : Number(weeklySummary),
    timeZone: timeZone === '' ? null : timeZone,
  }))
  .pipe(NotificationSettings)
export type NotificationFields = z.input<typeof NotificationFields>
/** Mantine's function that returns a field's props by name. */
export type GetInputProps = ReturnType<typeof useForm>['getInputProps']

export function toFields(settings: NotificationSettings): NotificationFields {
  const { kinds, quietHours, weeklySummary, timeZone } = settings
  return {
    kinds,
    isQuiet: quietHours !== null,
    quietHours: quietHours ?? defaultQuietHours,
    weeklySummary: weeklySummary === null ? '' : String(weeklySummary),
    timeZone: timeZone ?? '',
  }
}
