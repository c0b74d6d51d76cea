import { Anchor, Button, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import {
  checkConfirmEmail,
  checkUndoEmail,
  confirmEmail,
  undoEmail,
} from '#contract/accounts/change-email.ts'
import type { Role } from '#contract/roles.ts'
import { ApiError } from '#web/kit/api/call-api.ts'
import { useApiMutation, useApiQuery } from '#web/kit/api/hooks.ts'
import { clearSession } from '#web/kit/api/session.ts'
import { FormError } from '#web/kit/form/form-error.tsx'
import { CardPage } from '#web/kit/page/card-page.tsx'
import { useRole } from '#web/kit/page/role.ts'
import { paths } from '#web/paths.ts'
import { LinkPage } from '../links/link-page.tsx'

/** The screen behind the link sent to a new address: a click confirms the change. */
export function ConfirmEmailPage() {
  const role = useRole()
  const confirm = useApiMutation(confirmEmail[role])
  return (
    <EmailLinkPage
      asks={checkConfirmEmail[role]}
      title="Confirm your new email address"
      lead="You will sign in with it from then on."
      button="Confirm"
      send={(id) => confirm.mutateAsync({ params: { id } })}
    />
  )
}

/** The screen behind the link sent to the old address: a click undoes the change. */
export function UndoEmailPage() {
  const role = useRole()
  const undo = useApiMutation(undoEmail[role])
  return (
    <EmailLinkPage
      asks={checkUndoEmail[role]}
      title="Restore your old email address"
      lead="This ends all sessions and disables the password. You then get an email with a link to set a new one."
      button="Restore my old email address"
      send={async (id) => {
        const answer = await undo.mutateAsync({ params: { id } })
        clearSession(role)
        return answer
      }}
      after={
        <Anchor href={paths.forgotPassword(role)} ta="center" py="xs">
          No email? Request another link
        </Anchor>
      }
    />
  )
}

type Check = (typeof checkConfirmEmail)[Role] | (typeof checkUndoEmail)[Role]

type Props = {
  /** Checks whether the link is valid. */
  asks: Check
  title: string
  lead: string
  button: string
  /** Performs the change. Opening the link changes nothing, as some mail servers open links. */
  send: (secret: string) => Promise<{ message: string }>
  after?: ReactNode
}

function EmailLinkPage({ asks, title, lead, button, send, after }: Props) {
  const { id = '' } = useParams()
  const [message, setMessage] = useState<string>()
  const [failure, setFailure] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  // Afterwards the link is used up, and is not checked again.
  const once = { once: true, enabled: message === undefined }
  const check = useApiQuery<Check>(asks, { params: { id } }, once)

  async function press() {
    setBusy(true)
    setFailure(undefined)
    try {
      setMessage((await send(id)).message)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error)
    }
    setBusy(false)
  }

  if (message !== undefined) return <Done title={title} message={message} after={after} />
  return (
    <LinkPage title={title} lead={lead} check={check}>
      {failure !== undefined && (
        <FormError text="Nothing was changed." error={failure} fields={{}} />
      )}
      <Button loading={isBusy} onClick={press}>
        {button}
      </Button>
    </LinkPage>
  )
}

/** The result of the click, which takes the focus after the card's heading. */
function Done({ title, message, after }: Pick<Props, 'title' | 'after'> & { message: string }) {
  const role = useRole()
  const said = useRef<HTMLParagraphElement>(null)
  useEffect(() => said.current?.focus(), [])
  return (
    <CardPage title={title}>
      <Text ref={said} tabIndex={-1} style={{ outline: 'none' }}>
        {message}
      </Text>
      {after}
      <Anchor component={Link} to={paths.login(role)} ta="center" py="xs">
        Go to the login
      </Anchor>
    </CardPage>
  )
}
