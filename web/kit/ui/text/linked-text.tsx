import { Fragment } from 'react'
import { findLinks } from './find-links.ts'

/** Text that people wrote, with its web addresses as links that open beside the page. */
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
