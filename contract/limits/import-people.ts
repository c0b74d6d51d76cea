/** The size of a file with people to import, in bytes of UTF-8. */
export const importMaxBytes = 2 * 1024 * 1024
export const importRowsMax = 5_000
/** The most columns of a file that are read. */
export const importColumnsMax = 100
/** A longer cell is cut. No valid value is as long. */
export const importCellMaxLength = 500
/** The most recent imports that an admin is offered to undo. */
export const importsListedMax = 20
