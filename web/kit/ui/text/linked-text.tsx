import { Fragment } from 'react'
import { findLinks } from './find-links.ts'

/** User-written text, with its web addresses as links that open in a new tab. */
export function LinkedText({ children }: { children: string }) {
  return findLinks(children).map(({ text, href }, index) =>
    href === undefined ? (
      <Fragment key={index}>{text}</Fragment>
    ) : (
      <a
        key={index}
        href={href}
        target="_blank"
        rel="noopener noreferrer"
        style={{ color: 'inherit' }}
      >
        {text}
      </a>
    ),
  )
}
