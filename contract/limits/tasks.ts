/** The longest course as Markdown: 30 weeks with every list full are longer than any school's. */
export const courseMaxLength = 512 * 1024
