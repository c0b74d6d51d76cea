import { Anchor, Button, Group, Text } from '@mantine/core'
import { useRef } from 'react'
import { type ApiToken, endToken, listTokens } from '#contract/accounts/api-tokens.ts'
import type { Role } from '#contract/roles.ts'
import { useApiMutation, usePaginatedList } from '#web/kit/api/hooks.ts'
import { toastReply } from '#web/kit/page/overlays/toast.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { LoadedList, Skeletons } from '#web/kit/page/states.tsx'
import { askToRevoke } from './ask-to-revoke.ts'
import { openCreateToken } from './create-token.tsx'
import { TokenList } from './token-list.tsx'

/** The reader's API tokens, and how to create and revoke them. */
export function ApiTokensCard({ role }: { role: Role }) {
  const title = useRef<HTMLHeadingElement>(null)
  const list = usePaginatedList(listTokens[role])
  const { mutateAsync, isPending, variables } = useApiMutation(endToken[role])

  async function end(token: ApiToken) {
    if (!(await askToRevoke(token, role))) return
    const value = { _id: token._id }
    // The button disappears with the token.
    await toastReply(mutateAsync({ body: { value } }), () => title.current?.focus())
  }

  return (
    <SectionCard id="api-tokens" title="API tokens" titleRef={title}>
      <Text c="dimmed">
        Let a program use Weekward on your behalf, without your password. A new password or signing
        out everywhere else revokes all tokens.{' '}
        <Anchor href="/docs" target="_blank">
          How to use one
        </Anchor>
      </Text>
      <LoadedList
        list={list}
        skeleton={<Skeletons count={1} height={64} />}
        empty={<Text>You have no tokens.</Text>}
      >
        {(tokens) => (
          <TokenList
            tokens={tokens}
            ending={isPending ? variables.body?.value._id : undefined}
            end={end}
          />
        )}
      </LoadedList>
      <Group>
        <Button variant="default" onClick={() => openCreateToken(role)}>
          Create token
        </Button>
      </Group>
    </SectionCard>
  )
}
