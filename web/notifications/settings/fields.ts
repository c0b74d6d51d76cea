import type { useForm } from '@mantine/form'
import { z } from 'zod'
import { NotificationSettings } from '#contract/notifications/delivery/settings.ts'

/** What the fields begin with where there are no quiet hours yet. */
const defaultQuietHours = { from: '22:00', to: '07:00' }

/** How somebody is told of things, as the screen's fields hold it: an empty text for none. */
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
/** What a field of the form is given, by its name. */
export type InputProps = ReturnType<typeof useForm>['getInputProps']

/** The settings as the fields show them. */
export function toFields(settings: NotificationSettings): NotificationFields {
  const { kinds, quietHours, weeklySummary, timeZone } = settings
  return {
    ...{ kinds, isQuiet: quietHours !== null, quietHours: quietHours ?? defaultQuietHours },
    weeklySummary: weeklySummary === null ? '' : String(weeklySummary),
    timeZone: timeZone ?? '',
  }
}
