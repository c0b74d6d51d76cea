import { Text } from '@mantine/core'
import { useRef } from 'react'
import { type ApiToken, endPersonToken, listPersonTokens } from '#contract/accounts/api-tokens.ts'
import type { PersonDetails } from '#contract/people/people.ts'
import { useApiMutation, usePaginatedList } from '#web/kit/api/hooks.ts'
import { toastReply } from '#web/kit/page/overlays/toast.ts'
import { SectionCard } from '#web/kit/page/section-card.tsx'
import { LoadedList, Skeletons } from '#web/kit/page/states.tsx'
import { askToRevoke } from './ask-to-revoke.ts'
import { TokenList } from './token-list.tsx'

/** A person's API tokens, which an admin can revoke. */
export function PersonTokens({ person: { _id: id, name, role } }: { person: PersonDetails }) {
  const title = useRef<HTMLHeadingElement>(null)
  const list = usePaginatedList(listPersonTokens, { query: { person: id } })
  const { mutateAsync, isPending, variables } = useApiMutation(endPersonToken)

  async function end(token: ApiToken) {
    if (!(await askToRevoke(token, role, name))) return
    const value = { id, token: token._id }
    // The button disappears with the token.
    await toastReply(mutateAsync({ body: { value } }), () => title.current?.focus())
  }

  return (
    <SectionCard id="api-tokens" title="API tokens" titleRef={title}>
      <LoadedList
        list={list}
        skeleton={<Skeletons count={1} height={64} />}
        empty={<Text c="dimmed">{name} has no tokens.</Text>}
      >
        {(tokens) => (
          <TokenList
            tokens={tokens}
            ending={isPending ? variables.body?.value.token : undefined}
            end={end}
          />
        )}
      </LoadedList>
    </SectionCard>
  )
}
