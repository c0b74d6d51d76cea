import { Button, Text } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { useLocation, useNavigate, useRouteError } from 'react-router'
import { chunkErrorTexts } from '#web/kit/lazy/chunk-error-texts.ts'
import { ChunkLoadError } from '#web/kit/lazy/import-chunk.ts'
import { isRetryable, loadWithRetry } from '#web/kit/lazy/load-in-background.ts'
import { reloadUnlessRecent } from '#web/kit/lazy/new-version.ts'
import { CardPage } from '#web/kit/page/card-page.tsx'
import { Page } from '#web/kit/page/page.tsx'
import { useRole } from '#web/kit/page/role.ts'
import { EmptyState } from '#web/kit/page/states.tsx'
import { Signpost } from '#web/kit/ui/drawings/illustrations.tsx'
import { findScreen } from '#web/screen-registry.ts'
import { getScreenName } from '../frame/sidebar.tsx'

type Frame = (content: { title: string; children: ReactNode }) => ReactNode

/** Replaces a screen whose code did not load; other errors go to `ErrorPage`. */
export function ScreenError() {
  return <InPlace frame={Page} name={getScreenName(useRole(), useLocation().pathname)} />
}

/** The same for a screen without a layout. */
export function CardPageError() {
  return <InPlace frame={(content) => <CardPage picture={<Signpost />} {...content} />} />
}

/** Under the screen's own name, if it is known. */
function InPlace({ frame: Frame, name }: { frame: Frame; name?: string | undefined }) {
  const error = useRouteError()
  if (!(error instanceof ChunkLoadError)) throw error
  const { title, text } = chunkErrorTexts[error.why]
  const more = (
    <>
      <Text role="alert">{text}</Text>
      {isRetryable(error.why) ? <GoesOn /> : <LoadsAnew error={error} />}
    </>
  )
  return (
    <Frame title={name ?? title}>
      {name ? <EmptyState picture={<Signpost />} text={title} action={more} /> : more}
    </Frame>
  )
}

/** Retries the screen's code until it loads, then opens the screen. */
function GoesOn() {
  const address = useLocation()
  const navigate = useNavigate()
  const [end, setEnd] = useState<{ error: unknown }>()
  const goThere = () => navigate(address, { replace: true, state: address.state })

  useEffect(() => {
    let isOver = false
    const load = async () => findScreen(address.pathname)?.load()
    loadWithRetry(load, () => isOver)
      .then(() => {
        if (!isOver) return goThere()
      })
      .catch((error: unknown) => {
        if (!isOver) setEnd({ error })
      })
    return () => {
      isOver = true
    }
  }, [])

  if (!end) {
    return (
      <Button variant="default" onClick={goThere}>
        Try again
      </Button>
    )
  }
  if (end.error instanceof ChunkLoadError) return <LoadsAnew error={end.error} />
  throw end.error
}

/** Reloads the page; if that has just failed, throws the error instead. */
function LoadsAnew({ error }: { error: ChunkLoadError }) {
  const [isOfHelp, setOfHelp] = useState(true)
  useEffect(() => setOfHelp(reloadUnlessRecent()), [])
  if (!isOfHelp) throw error.cause ?? new Error(error.message)
  return null
}
