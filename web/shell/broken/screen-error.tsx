import { Button, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useContext, useEffect, useState } from 'react'
import { createPath, useLocation, useNavigate, useRouteError } from 'react-router'
import { screenAt } from '#web/addresses.ts'
import { CodeMissing } from '#web/kit/later/code.ts'
import { loadWithRetry, mayCome } from '#web/kit/later/load.ts'
import { missing } from '#web/kit/later/missing.ts'
import { loadAnew } from '#web/kit/later/new-version.ts'
import { Signpost } from '#web/kit/look/drawings/illustrations.tsx'
import { CardPage } from '#web/kit/page/card-page.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { ScreenName } from '#web/kit/page/screen-name.ts'

type Frame = (content: { title: string; children: ReactNode }) => ReactNode

/** In the place of a screen whose code did not come; other errors are the last screen's. */
export function ScreenError() {
  return <InPlace frame={Page} />
}

/** The same for a screen that stands alone. */
export function CardError() {
  return <InPlace frame={(content) => <CardPage picture={<Signpost />} {...content} />} />
}

function InPlace({ frame: Frame }: { frame: Frame }) {
  const error = useRouteError()
  if (!(error instanceof CodeMissing)) throw error
  const { title, text } = missing[error.why]
  const name = useContext(ScreenName)
  return (
    <Frame title={name ?? title}>
      <Stack align="center" py={name ? 'xl' : 0}>
        {name && <Signpost />}
        {name && <Title order={2}>{title}</Title>}
        <Text role="alert" ta="center">
          {text}
        </Text>
        {mayCome[error.why] ? <GoesOn /> : <LoadsAnew error={error} />}
      </Stack>
    </Frame>
  )
}

/** Fetches the screen's code until it comes, and then goes to the screen. */
function GoesOn() {
  const address = useLocation()
  const navigate = useNavigate()
  const [end, setEnd] = useState<{ error: unknown }>()

  useEffect(() => {
    let isOver = false
    const load = async () => screenAt(address.pathname)?.load()
    loadWithRetry(load, () => isOver)
      .then(() => {
        if (!isOver) return navigate(createPath(address), { replace: true, state: address.state })
      })
      .catch((error: unknown) => {
        if (!isOver) setEnd({ error })
      })
    return () => {
      isOver = true
    }
  }, [])

  if (!end) {
    const tryNow = () => navigate(createPath(address), { replace: true, state: address.state })
    return (
      <Button variant="default" onClick={tryNow}>
        Try again
      </Button>
    )
  }
  if (end.error instanceof CodeMissing) return <LoadsAnew error={end.error} />
  throw end.error
}

/** Loads the page anew; where that was of no help a moment ago, it is an error like others. */
function LoadsAnew({ error }: { error: CodeMissing }) {
  const [isOfHelp, setOfHelp] = useState(true)
  useEffect(() => setOfHelp(loadAnew()), [])
  if (!isOfHelp) throw error.cause ?? new Error(error.message)
  return null
}
