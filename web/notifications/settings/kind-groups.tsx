import { Accordion, Checkbox, Text } from '@mantine/core'
import { useId } from 'react'
import type { NotificationKind } from '#contract/kit/kinds/notification-kind.ts'
import { channels } from '#contract/notifications/delivery/channels.ts'
import { notificationDefinitions } from '#contract/notifications/notifications.ts'
import type { GetInputProps, NotificationFields } from './form-values.ts'
import {
  channelNames,
  countKindsOnChannel,
  filterKindsByGroup,
  formatChannels,
  getMailTiming,
  isFixed,
  notificationGroups,
  setChannelForKinds,
} from './groups.ts'
import styles from './settings.module.css'

type Chosen = NotificationFields['kinds']

type Props = {
  kinds: readonly NotificationKind[]
  chosen: Chosen
  choose: (chosen: Chosen) => void
  inputProps: GetInputProps
}

/** The kinds of notification by group; a collapsed group shows its channels. */
export function KindGroups({ kinds, ...rest }: Props) {
  return (
    <Accordion order={2} variant="separated" multiple>
      {notificationGroups.map((group, place) => {
        const own = filterKindsByGroup(group, kinds)
        if (own.length === 0) return null
        return (
          // The library makes ids of the value, which must not contain spaces.
          <Accordion.Item key={group} value={`group-${place}`} className={styles.group ?? ''}>
            <Accordion.Control>
              <span className={styles.groupName}>{group}</span>
              <span className={styles.channels}>{formatChannels(own, rest.chosen)}</span>
            </Accordion.Control>
            <Accordion.Panel>
              <Text c="dimmed">{getMailTiming(own)}</Text>
              <ul className={styles.kinds}>
                {own.length > 1 && (
                  <li>
                    <AllOf kinds={own} {...rest} />
                  </li>
                )}
                {own.map((kind) => (
                  <li key={kind}>
                    <Kind kind={kind} inputProps={rest.inputProps} />
                  </li>
                ))}
              </ul>
            </Accordion.Panel>
          </Accordion.Item>
        )
      })}
    </Accordion>
  )
}

/** Switches a channel for all kinds of a group. */
function AllOf({ kinds, chosen, choose }: Props) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand beside its fields.
    <div role="group" aria-labelledby={id} className={styles.kind}>
      <Text id={id} c="dimmed">
        All of these
      </Text>
      <div className={styles.ways}>
        {channels.map((channel) => {
          const counts = countKindsOnChannel(kinds, chosen, channel)
          return (
            <Checkbox
              key={channel}
              label={channelNames[channel]}
              checked={counts === kinds.length}
              indeterminate={counts > 0 && counts < kinds.length}
              disabled={kinds.every((kind) => isFixed(kind, channel))}
              onChange={({ currentTarget: { checked: on } }) =>
                choose(setChannelForKinds(kinds, chosen, { channel, on }))
              }
            />
          )
        })}
      </div>
    </div>
  )
}

function Kind({ kind, inputProps }: { kind: NotificationKind; inputProps: GetInputProps }) {
  const id = useId()
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand beside its fields.
    <div role="group" aria-labelledby={id} className={styles.kind}>
      <Text id={id} className={styles.name ?? ''}>
        {notificationDefinitions[kind].label}
      </Text>
      <div className={styles.ways}>
        {channels.map((channel) => (
          <Checkbox
            key={channel}
            label={channelNames[channel]}
            disabled={isFixed(kind, channel)}
            {...inputProps(`kinds.${kind}.${channel}`, { type: 'checkbox' })}
          />
        ))}
      </div>
    </div>
  )
}
