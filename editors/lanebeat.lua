-- Programs of lanebeat: their file type, and the server that knows them.
vim.filetype.add({ extension = { lanebeat = "lanebeat" } })
vim.lsp.config("lanebeat", {
  cmd = { "lanebeat", "language-server" },
  filetypes = { "lanebeat", "lanebeat-listing" },
})
vim.lsp.enable("lanebeat")
