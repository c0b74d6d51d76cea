/** Classes by which Mantine's own style sheets, the only ones here, hide an element. */
const hiding = /mantine-(hidden|visible)-from-|__m__/
const inStyle = {
  display: /(?:^|;)\s*display:\s*([\w-]+)/,
  visibility: /(?:^|;)\s*visibility:\s*([\w-]+)/,
  'pointer-events': /(?:^|;)\s*pointer-events:\s*([\w-]+)/,
}
const displays = new Map<string, string>()
type Compute = typeof window.getComputedStyle

/**
 * Answers what queries ask of each element and its ancestors from the `style` attribute and the
 * tag. No style sheet of the page is loaded here; happy-dom would match every rule nevertheless,
 * which took a tenth of the tests' time. Call it for each new window.
 */
export function computeStylesQuickly(): void {
  const compute = window.getComputedStyle.bind(window)
  window.getComputedStyle = (element, pseudo) => {
    let computed: CSSStyleDeclaration | undefined
    const whole = () => {
      computed ??= compute(element, pseudo)
      return computed
    }
    const read = (name: string) => (pseudo ? undefined : readQuickly(element, name, compute))
    return new Proxy({} as CSSStyleDeclaration, {
      get(_, name) {
        if (name === 'getPropertyValue')
          return (asked: string) => read(asked) ?? whole().getPropertyValue(asked)
        const cssName = name === 'pointerEvents' ? 'pointer-events' : String(name)
        const value: unknown = read(cssName) ?? Reflect.get(whole(), name)
        return typeof value === 'function' ? value.bind(whole()) : value
      },
    })
  }
}

function readQuickly(element: Element, name: string, compute: Compute): string | undefined {
  if (name === 'display') return readDisplay(element, compute)
  if (name === 'visibility') return readInherited(element, inStyle.visibility) ?? 'visible'
  if (name === 'pointer-events') return readOwn(element, inStyle['pointer-events']) ?? 'auto'
  return undefined
}

function readOwn(element: Element, pattern: RegExp): string | undefined {
  return element.getAttribute('style')?.match(pattern)?.[1]
}

function readInherited(element: Element, pattern: RegExp): string | undefined {
  for (let one: Element | null = element; one; one = one.parentElement) {
    const value = readOwn(one, pattern)
    if (value) return value
  }
  return undefined
}

function readDisplay(element: Element, compute: Compute): string {
  const own = readOwn(element, inStyle.display)
  if (own) return own
  if (element.hasAttribute('hidden')) return 'none'
  if (hiding.test(element.getAttribute('class') ?? '')) return compute(element).display
  const known = displays.get(element.tagName)
  if (known !== undefined) return known
  const { display } = compute(element)
  displays.set(element.tagName, display)
  return display
}
