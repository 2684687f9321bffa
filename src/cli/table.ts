/** Rows in columns, two spaces between. Widths are those of the plain text, so that colours do not shift them. */
export function table(
  rows: readonly (readonly string[])[],
  paintCell: (cell: string, row: number, column: number) => string = (cell) => cell,
): readonly string[] {
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row, at) =>
    row
      .map((cell, column) => paintCell(cell, at, column) + " ".repeat((widths[column] ?? 0) - cell.length))
      .join("  ")
      .trimEnd(),
  );
}
