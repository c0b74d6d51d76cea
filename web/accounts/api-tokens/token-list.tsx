import { Badge, Button, Group, Text } from '@mantine/core'
import type { ApiToken } from '#contract/accounts/api-tokens.ts'
import { formatScopes } from '#contract/kit/api-tokens/format-scopes.ts'
import styles from '#web/kit/list/action-rows.module.css'
import { useNow } from '#web/kit/live/now.ts'
import { InstantText } from '#web/kit/ui/dates/instant-text.tsx'
import { useSchoolZone } from '#web/school/api.ts'

type Props = {
  tokens: ApiToken[]
  /** The id of the token that is just being revoked. */
  ending: string | undefined
  end: (token: ApiToken) => void
}

/** A person's API tokens, each with a button that revokes it. */
export function TokenList({ tokens, ending, end }: Props) {
  return (
    <ul>
      {tokens.map((token) => (
        <li key={token._id} className={styles.row}>
          <About token={token} />
          <Button
            variant="default"
            aria-label={`Revoke ${token.name}`}
            loading={ending === token._id}
            onClick={() => end(token)}
          >
            Revoke
          </Button>
        </li>
      ))}
    </ul>
  )
}

function About({ token }: { token: ApiToken }) {
  const timeZone = useSchoolZone()
  const { name, lastFour, scopes, createdAt, lastUsedAt, expiresAt } = token
  const hasExpired = Date.parse(expiresAt) <= useNow()
  return (
    <div className={styles.about}>
      <Group gap="xs">
        <Text fw={600}>{name}</Text>
        {hasExpired && <Badge color="red">Expired</Badge>}
      </Group>
      <Text size="sm">
        <code>ww_…{lastFour}</code> · {formatScopes(scopes)}
      </Text>
      <Text size="sm" c="dimmed">
        Created <InstantText at={createdAt} timeZone={timeZone} isMidSentence />
        {lastUsedAt === null ? (
          ', never used'
        ) : (
          <>
            , last used <InstantText at={lastUsedAt} timeZone={timeZone} isMidSentence />
          </>
        )}
      </Text>
      <Text size="sm" c="dimmed">
        {hasExpired ? 'Expired' : 'Expires'}{' '}
        <InstantText at={expiresAt} timeZone={timeZone} isMidSentence />
      </Text>
    </div>
  )
}
