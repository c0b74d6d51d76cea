import { expect, type Page, test } from '@playwright/test'

/** The widths to check: phone, two tablets, laptop and two desktops. */
export const widths = [360, 640, 768, 1024, 1440, 1920]

const noted = expect.configure({ soft: true })

/** Type settings, with the window widths to check in CSS pixels. */
const settings = [
  { said: '', css: '', widths },
  // Other fonts are a little wider, and some people increase letter spacing.
  { said: ' in a wide font', css: '* { letter-spacing: 0.05em !important }', widths },
  // A zoom of 200 % is a window of half the width.
  {
    said: ' at 200 %',
    css: '',
    widths: widths.filter((width) => width >= 640).map((width) => width / 2),
  },
]

/**
 * Records clipped text, broken words and horizontal scrolling on a small laptop. `npm run
 * test:long` does so at all widths, in a wide font and at 200 %. `checkOnPhone` does so for phones.
 */
export async function checkTextFits(page: Page, screen: string): Promise<void> {
  const before = page.viewportSize()
  const { isThorough } = test.info().config.metadata
  const few = [{ said: '', css: '', widths: [1024] }]
  for (const { said, css, widths } of isThorough ? settings : few) {
    await setType(page, css)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      // A list drops columns, or an ellipsis gets its title, shortly after a resize.
      await noted
        .poll(() => page.evaluate(findTextProblems), `${screen}, ${width} px wide${said}`)
        .toEqual([])
    }
  }
  await setType(page, '')
  if (before) await page.setViewportSize(before)
}

/** Adds a style rule despite the page's content security policy. */
function setType(page: Page, css: string): Promise<void> {
  return page.evaluate((rule) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(rule)
    document.adoptedStyleSheets = [sheet]
  }, css)
}

/** Runs in the page: finds clipped texts, broken words and horizontal scrolling. */
export function findTextProblems(): string[] {
  const faults = new Set<string>()
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const text = texts.currentNode
    const holder = text.parentElement
    // Text areas and code blocks may scroll.
    if (!text.nodeValue?.trim() || !holder || holder.matches('textarea, pre *') || !isSeen(holder))
      continue
    for (const fault of [brokenWord(text), cutOff(text, holder)]) if (fault) faults.add(fault)
  }
  for (const field of document.querySelectorAll('input')) {
    if (isSeen(field) && isTooShort(field)) faults.add(`clipped: ${shownIn(field)}, in its field`)
  }
  for (const box of document.querySelectorAll('body *')) {
    const { overflowX } = getComputedStyle(box)
    const isWider = box.scrollWidth > box.clientWidth + 1
    // Code keeps its line breaks, in a box that scrolls.
    if (/auto|scroll/.test(overflowX) && isWider && !box.matches('input, textarea, pre')) {
      faults.add(`scrolls sideways: ${nameOf(box)}`)
    }
  }
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth) faults.add(`scrolls sideways: by ${scrollWidth - clientWidth} px`)
  return [...faults]

  /** Whether it is visible. Text for screen readers is one pixel wide. */
  function isSeen(element: Element): boolean {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
    for (let at: Element | null = element; at; at = at.parentElement) {
      const { position, clipPath, clip } = getComputedStyle(at)
      const isHidden = clipPath === 'inset(50%)' || (clip !== 'auto' && position === 'absolute')
      const { width, height, bottom } = at.getBoundingClientRect()
      const isInline = getComputedStyle(at).display === 'contents'
      if (isHidden || (!isInline && (width <= 1 || height <= 1)) || bottom < 0) return false
    }
    return true
  }

  function brokenWord(text: Node): string | undefined {
    const range = document.createRange()
    for (const { 0: word, index } of (text.nodeValue ?? '').matchAll(/[\p{L}\p{N}'’]+/gu)) {
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      // WebKit has an empty box at the end of the line before a word.
      const boxes = [...range.getClientRects()].filter(({ width }) => width > 0)
      const tops = boxes.map(({ top }) => top)
      if (Math.max(...tops) - Math.min(...tops) > 2) return `broken: ${word}`
    }
  }

  /** Checks the box of the text and all clipping ancestors. */
  function cutOff(text: Node, holder: Element): string | undefined {
    const range = document.createRange()
    range.selectNodeContents(text)
    const seen = range.getBoundingClientRect()
    let isOwnBox = true
    for (let at: Element | null = holder; at && at !== document.body; at = at.parentElement) {
      const { display, overflowX, overflowY } = getComputedStyle(at)
      if (display === 'inline' || display === 'contents') continue
      const box = at.getBoundingClientRect()
      const isBeside = seen.left < box.left - 1 || seen.right > box.right + 1
      // A glyph's box may be taller than its line.
      const slack = seen.height / 4
      const isBeneath = seen.bottom > box.bottom + slack || seen.top < box.top - slack
      const isClipping = overflowX !== 'visible'
      const isCut =
        (isBeside && (isOwnBox || isClipping)) || (isBeneath && /hidden|clip/.test(overflowY))
      if (isCut && !isSaidInWhole(at, text)) return `clipped: ${text.nodeValue} in ${nameOf(at)}`
      if (isCut) return
      // Vertical scrolling shows the rest.
      if (/auto|scroll/.test(overflowY)) return
      isOwnBox = false
    }
  }

  function isSaidInWhole(box: Element, text: Node): boolean {
    const title = box.closest('[title]')?.getAttribute('title')
    return !!title?.includes((text.nodeValue ?? '').trim())
  }

  /** The text a field shows that nobody typed: its choice or its placeholder. */
  function shownIn(field: HTMLInputElement): string {
    const isChoice = field.readOnly || field.type === 'button'
    return isChoice && field.value ? field.value : field.value ? '' : field.placeholder
  }

  function isTooShort(field: HTMLInputElement): boolean {
    const style = getComputedStyle(field)
    const pen = new OffscreenCanvas(1, 1).getContext('2d')
    if (!pen) return false
    // The shorthand is empty with tabular figures.
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
    pen.letterSpacing = style.letterSpacing === 'normal' ? '0px' : style.letterSpacing
    // In Firefox a field's client width excludes its padding.
    const room =
      field.getBoundingClientRect().width -
      [style.paddingLeft, style.paddingRight, style.borderLeftWidth, style.borderRightWidth]
        .map(Number.parseFloat)
        .reduce((sum, part) => sum + part)
    return pen.measureText(shownIn(field)).width > room + 1
  }

  function nameOf(element: Element): string {
    return `${element.tagName.toLowerCase()}.${element.className}`
  }
}
