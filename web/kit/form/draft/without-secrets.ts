type Values = Record<string, unknown>

/** The values without those of secret fields, or of fields that are not on the screen. */
export function withoutSecrets(values: Values, fieldOf: (field: string) => Element | null): Values {
  const shown = Object.entries(values).filter(([field]) => {
    const element = fieldOf(field) ?? fieldOf(`${field}.0`)
    return element !== null && !isSecret(element)
  })
  return Object.fromEntries(shown)
}

/** A password stays secret while it is shown, so `autocomplete` is checked too. */
function isSecret(element: Element): boolean {
  const fill = element.getAttribute('autocomplete') ?? ''
  return element.getAttribute('type') === 'password' || /password|one-time-code/.test(fill)
}
