/**
 * Makes a row of its values. Written out as a literal for each statement, for the engine then reads
 * the row's columns as fast as it does those of any object: of rows as SQLite's binding makes them
 * it looks each up by its name.
 */
export function compileRow(columns: string[]): (values: unknown) => unknown {
  const fields = columns.map((name, place) => `${JSON.stringify(name)}: values[${place}]`)
  const make = new Function('values', `return { ${fields.join(', ')} }`)
  return (values) => make(values)
}
