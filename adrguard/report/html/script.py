"""The page's script: a filter for its rows, and everything open on paper. Without it the page says the same."""

SCRIPT = """
(function () {
  "use strict";
  var box = document.querySelector(".filter");
  var field = document.getElementById("filter");
  var told = document.getElementById("filter-count");
  var rows = Array.prototype.slice.call(document.querySelectorAll("main tbody tr, main li"));
  var words = rows.map(function (row) { return row.textContent.toLowerCase(); });
  var opened = [];
  function open(all) {
    Array.prototype.forEach.call(document.querySelectorAll("main details:not([open])"), function (one) {
      if (all || one.querySelector("li:not([hidden])")) { one.open = true; opened.push(one); }
    });
  }
  function close() {
    opened.forEach(function (one) { one.open = false; });
    opened = [];
  }
  function narrow() {
    var wanted = field.value.trim().toLowerCase(), shown = 0;
    rows.forEach(function (row, index) {
      row.hidden = wanted !== "" && words[index].indexOf(wanted) < 0;
      if (!row.hidden) { shown += 1; }
    });
    close();
    if (wanted !== "") { open(false); }
    told.textContent = wanted === "" ? "" : shown + " of " + rows.length + " rows";
  }
  var waiting = 0;
  field.addEventListener("input", function () {
    clearTimeout(waiting);
    waiting = setTimeout(narrow, 150);
  });
  box.hidden = false;
  addEventListener("beforeprint", function () { open(true); });
  addEventListener("afterprint", close);
})();
"""
