import { useEffect, useState } from 'react'
import { logFailure } from '#web/kit/api/log-failure.ts'
import styles from './qr-code.module.css'

/** The quiet zone around a QR code, in modules. */
const edge = 4

type Drawing = { path: string; size: number }

/** A text as a QR code, generated in the browser; the library loads when it is needed. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const [drawing, setDrawing] = useState<Drawing>()

  useEffect(() => {
    let isCurrent = true
    draw(text)
      .then((drawn) => {
        if (isCurrent) setDrawing(drawn)
      })
      // The key beside it can be typed instead.
      .catch((error: unknown) => logFailure('a QR code could not be drawn', error))
    return () => {
      isCurrent = false
    }
  }, [text])

  if (!drawing) return <div className={styles.code} aria-busy="true" />
  const { path, size } = drawing
  return (
    <svg
      className={styles.code}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

async function draw(text: string): Promise<Drawing> {
  const { default: qrcode } = await import('qrcode-generator')
  // Type 0 chooses the size; level M corrects about 15 % damage.
  const code = qrcode(0, 'M')
  code.addData(text)
  code.make()
  const count = code.getModuleCount()
  const places = Array.from({ length: count }, (_, place) => place)
  const squares = places.flatMap((row) =>
    places
      .filter((column) => code.isDark(row, column))
      .map((column) => `M${column + edge} ${row + edge}h1v1h-1z`),
  )
  return { path: squares.join(''), size: count + 2 * edge }
}
